"""An external service that checks documents (KYC-2)."""
