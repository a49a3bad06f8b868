"""What the floor of a live event enters: each verb locks the event, writes its act, and may be
undone (LIVE-1 to LIVE-5). ``due`` says what should happen next."""
