DROP INDEX `consents_consent_id`;--> statement-breakpoint
CREATE INDEX `consents_latest` ON `consents` (`consent_id`,coalesce("decided_at", "recorded_at"));
