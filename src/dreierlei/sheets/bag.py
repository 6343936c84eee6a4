def sheets(job): return []
