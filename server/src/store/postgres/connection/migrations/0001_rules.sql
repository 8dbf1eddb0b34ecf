ALTER TABLE "consents" ADD CONSTRAINT "consents_gpc" CHECK (NOT (analytics AND gpc));--> statement-breakpoint
ALTER TABLE "mailing_recipients" ADD CONSTRAINT "mailing_recipients_state" CHECK (state IN ('waiting', 'in_doubt', 'sent', 'refused'));--> statement-breakpoint
ALTER TABLE "mailings" ADD CONSTRAINT "mailings_state" CHECK (state IN ('draft', 'starting', 'sending', 'paused', 'stopped', 'done'));--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_kind" CHECK (kind IN ('note', 'version'));--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_state" CHECK (state IN ('waiting', 'sent', 'refused', 'given_up'));--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_settled" CHECK ((state = 'waiting') = (settled_at IS NULL));--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_payload" CHECK ((state = 'waiting') = (payload IS NOT NULL));--> statement-breakpoint
ALTER TABLE "signup_decisions" ADD CONSTRAINT "signup_decisions_decision" CHECK (decision IN ('accepted', 'declined'));--> statement-breakpoint
ALTER TABLE "notifyme_signups" ADD CONSTRAINT "notifyme_signups_type" CHECK (signup_type IN ('notifyme', 'beta'));