"""What goes over the wire: closed, versioned types, shared by the JSON API, the WebSocket and the stream of events.

`boards` describes games and positions, `matches` matches and the live connection, `study` analysis, rules and puzzles,
`errors` what went wrong. Values of the model that need no changes, such as `Layout` and `Outcome`, are sent as they
are. `typescript` writes all of it down for the page.
"""
