"""Search methods: how an attack goes from state to state."""
