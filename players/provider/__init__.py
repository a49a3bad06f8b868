"""A service outside of the room that checks documents (KYC-2)."""
