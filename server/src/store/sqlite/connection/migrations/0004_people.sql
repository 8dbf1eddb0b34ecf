CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`name` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `passkeys_person` ON `passkeys` (`person_id`);--> statement-breakpoint
CREATE TABLE `people` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	`link_hash` text,
	`link_ends_at` integer, CONSTRAINT `people_role` CHECK (role IN ('owner', 'viewer')));
--> statement-breakpoint
CREATE UNIQUE INDEX `people_name` ON `people` (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX `people_link` ON `people` (`link_hash`);--> statement-breakpoint
CREATE TABLE `person_sessions` (
	`hash` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`passkey_id` text NOT NULL,
	`opened_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`passkey_id`) REFERENCES `passkeys`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `person_sessions_person` ON `person_sessions` (`person_id`);--> statement-breakpoint
CREATE INDEX `person_sessions_passkey` ON `person_sessions` (`passkey_id`);--> statement-breakpoint
ALTER TABLE `audit` ADD `done_by` text;--> statement-breakpoint
ALTER TABLE `audit` ADD `person_id` text;--> statement-breakpoint
ALTER TABLE `audit` ADD `thing` text;--> statement-breakpoint
ALTER TABLE `audit` ADD `signup_id` text REFERENCES notifyme_signups(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `audit_signup` ON `audit` (`signup_id`);--> statement-breakpoint
CREATE INDEX `audit_thing` ON `audit` (`thing`);--> statement-breakpoint
CREATE INDEX `audit_person` ON `audit` (`person_id`);--> statement-breakpoint
DROP TRIGGER `audit_no_update`;--> statement-breakpoint
DROP TRIGGER `audit_no_delete`;--> statement-breakpoint
CREATE TRIGGER `audit_no_update` BEFORE UPDATE OF `id`, `at`, `kind`, `counts`, `done_by`, `person_id`, `thing` ON `audit`
BEGIN
	SELECT RAISE(ABORT, 'audit is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `audit_only_cut` BEFORE UPDATE ON `audit`
WHEN NEW.`signup_id` IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'audit is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `audit_no_delete` BEFORE DELETE ON `audit`
WHEN OLD.`done_by` IS NULL OR NOT EXISTS (SELECT 1 FROM `retention_pass`)
BEGIN
	SELECT RAISE(ABORT, 'audit is append-only');
END;
