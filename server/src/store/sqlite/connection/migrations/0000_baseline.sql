CREATE TABLE `consent_refusals` (
	`day` text NOT NULL,
	`source` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `source`)
);--> statement-breakpoint
CREATE TABLE `consents` (
	`id` text PRIMARY KEY NOT NULL,
	`consent_id` text NOT NULL,
	`revision` integer NOT NULL,
	`analytics` integer NOT NULL,
	`source` text NOT NULL,
	`language` text NOT NULL,
	`text_hash` text NOT NULL,
	`gpc` integer NOT NULL,
	`decided_at` integer,
	`recorded_at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`consent_id` text NOT NULL,
	`session_id` text,
	`name` text NOT NULL,
	`properties` text NOT NULL,
	`path` text,
	`referrer_host` text,
	`utm_source` text,
	`utm_medium` text,
	`utm_campaign` text,
	`utm_term` text,
	`utm_content` text,
	`viewport` text,
	`occurred_at` integer NOT NULL,
	`received_at` integer NOT NULL
, `language` text);--> statement-breakpoint
CREATE TABLE `page_counts` (
	`day` text NOT NULL,
	`path` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `path`)
);--> statement-breakpoint
CREATE TABLE `notifyme_signups` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`youtube_channel` text,
	`use_case` text,
	`signup_type` text NOT NULL,
	`created_at` integer NOT NULL
, `language` text, `confirmed_at` integer, `wording_hash` text, `undeliverable_at` integer, `asked_at` integer);--> statement-breakpoint
CREATE TABLE `relay_counts` (
	`outcome` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `relay_dead_letters` (
	`seq` integer PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`set_aside_at` integer NOT NULL,
	FOREIGN KEY (`seq`) REFERENCES `events`(`seq`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `relay_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`last_seq` integer NOT NULL,
	`delivered_at` integer,
	`failure` text,
	`failed_at` integer
);--> statement-breakpoint
CREATE TABLE `retention_pass` (
	`id` integer PRIMARY KEY NOT NULL
);--> statement-breakpoint
CREATE TABLE `audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`counts` text NOT NULL
);--> statement-breakpoint
CREATE TABLE `ended_sessions` (
	`hash` text PRIMARY KEY NOT NULL,
	`ends_at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `event_chunks` (
	`part` integer PRIMARY KEY NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`count` integer NOT NULL,
	`bytes` blob
);--> statement-breakpoint
CREATE TABLE `page_quarters` (
	`path` text NOT NULL,
	`quarter` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`path`, `quarter`)
);--> statement-breakpoint
CREATE TABLE `refusal_quarters` (
	`source` text NOT NULL,
	`quarter` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`source`, `quarter`)
);--> statement-breakpoint
CREATE TABLE `confirmations` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`signup_id` text,
	`code_hash` text NOT NULL,
	`tries` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`removed_at` integer,
	FOREIGN KEY (`signup_id`) REFERENCES `notifyme_signups`(`id`) ON UPDATE no action ON DELETE set null
);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`signup_id` text,
	`payload` text,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`settled_at` integer,
	`handed_over_at` integer,
	`reason` text, `recipient` text DEFAULT 'mail' NOT NULL, `visitor_hash` text, `priority` integer DEFAULT 0 NOT NULL, `mailbox` text,
	FOREIGN KEY (`signup_id`) REFERENCES `notifyme_signups`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `alert_silences` (
	`name` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `alerts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`text` text NOT NULL,
	`since` integer NOT NULL,
	`raised_at` integer NOT NULL,
	`cleared_at` integer
);--> statement-breakpoint
CREATE TABLE `marks` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `notes` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL
);--> statement-breakpoint
CREATE TABLE `webhooks_off` (
	`recipient` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE "consent_texts" (
	`revision` integer NOT NULL,
	`hash` text NOT NULL,
	`language` text NOT NULL,
	`recipient` text,
	`text` text NOT NULL,
	`published_at` integer NOT NULL,
	PRIMARY KEY(`language`, `revision`)
);--> statement-breakpoint
CREATE TABLE `client_quarters` (
	`act` text NOT NULL,
	`quarter` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`quarter`, `act`)
);--> statement-breakpoint
CREATE TABLE `signup_search` (
	`signup_id` text PRIMARY KEY NOT NULL,
	`folded` text NOT NULL,
	FOREIGN KEY (`signup_id`) REFERENCES `notifyme_signups`(`id`) ON UPDATE cascade ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `invitations` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`signup_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`by_person` integer NOT NULL,
	`sent_at` integer,
	`redeemed_at` integer,
	`withdrawn_at` integer,
	FOREIGN KEY (`signup_id`) REFERENCES `notifyme_signups`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `mailing_recipients` (
	`mailing_id` text NOT NULL,
	`signup_id` text NOT NULL,
	`message_id` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`due_at` integer NOT NULL,
	`attempted_at` integer,
	`reason` text,
	PRIMARY KEY(`mailing_id`, `signup_id`),
	FOREIGN KEY (`mailing_id`) REFERENCES `mailings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`signup_id`) REFERENCES `notifyme_signups`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `mailings` (
	`id` text PRIMARY KEY NOT NULL,
	`content` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	`people` integer NOT NULL
);--> statement-breakpoint
CREATE TABLE `signup_decisions` (
	`signup_id` text PRIMARY KEY NOT NULL,
	`decision` text NOT NULL,
	`decided_at` integer NOT NULL,
	`decided_by` text,
	`note` text,
	`told_at` integer,
	FOREIGN KEY (`signup_id`) REFERENCES `notifyme_signups`(`id`) ON UPDATE no action ON DELETE cascade
);--> statement-breakpoint
CREATE TABLE `signup_proofs` (
	`address_hash` text NOT NULL,
	`language` text,
	`wording_hash` text,
	`signed_up_at` integer NOT NULL,
	`confirmed_at` integer NOT NULL,
	`removed_at` integer NOT NULL,
	PRIMARY KEY(`address_hash`, `confirmed_at`)
);--> statement-breakpoint
CREATE TABLE `saved_funnels` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`definition` text NOT NULL
);--> statement-breakpoint
CREATE UNIQUE INDEX `events_id_key` ON `events` (`id`);--> statement-breakpoint
CREATE INDEX `consents_latest` ON `consents` (`consent_id`,coalesce("decided_at", "recorded_at"));--> statement-breakpoint
CREATE INDEX `event_chunks_times` ON `event_chunks` (`part`,`first_at`,`last_at`);--> statement-breakpoint
CREATE INDEX `confirmations_signup` ON `confirmations` (`signup_id`);--> statement-breakpoint
CREATE INDEX `outbox_signup` ON `outbox` (`signup_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `alerts_open` ON `alerts` (`name`) WHERE "alerts"."cleared_at" IS NULL;--> statement-breakpoint
CREATE INDEX `alerts_raised` ON `alerts` (`raised_at`);--> statement-breakpoint
CREATE INDEX `notes_at` ON `notes` (`at`);--> statement-breakpoint
CREATE INDEX `outbox_order` ON `outbox` (`recipient`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `outbox_visitor` ON `outbox` (`visitor_hash`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`recipient`,`state`,`due_at`);--> statement-breakpoint
CREATE INDEX `outbox_handed_over` ON `outbox` (`recipient`,`handed_over_at`);--> statement-breakpoint
CREATE INDEX `notifyme_signups_email` ON `notifyme_signups` (lower("email"),("confirmed_at" IS NOT NULL),`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `notifyme_signups_email_key` ON `notifyme_signups` (lower("email")) WHERE "notifyme_signups"."confirmed_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `outbox_next` ON `outbox` (`recipient`,`state`,`priority`,`due_at`,`id`);--> statement-breakpoint
CREATE INDEX `outbox_mailbox` ON `outbox` (`mailbox`,`handed_over_at`);--> statement-breakpoint
CREATE INDEX `invitations_signup` ON `invitations` (`signup_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `mailing_recipients_message` ON `mailing_recipients` (`message_id`);--> statement-breakpoint
CREATE INDEX `mailing_recipients_next` ON `mailing_recipients` (`mailing_id`,`state`,`due_at`,`message_id`);--> statement-breakpoint
CREATE INDEX `mailing_recipients_signup` ON `mailing_recipients` (`signup_id`);--> statement-breakpoint
CREATE INDEX `notifyme_signups_asked` ON `notifyme_signups` (lower("email"),`asked_at`);--> statement-breakpoint
CREATE INDEX `notifyme_signups_list` ON `notifyme_signups` (`created_at`,`id`,`signup_type`,`confirmed_at`,`undeliverable_at`,`language`);--> statement-breakpoint
CREATE UNIQUE INDEX `saved_funnels_name` ON `saved_funnels` (`name`);--> statement-breakpoint
CREATE TRIGGER `consents_no_update` BEFORE UPDATE ON `consents`
BEGIN
	SELECT RAISE(ABORT, 'consents is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `consents_no_delete` BEFORE DELETE ON `consents`
WHEN NOT EXISTS (SELECT 1 FROM `retention_pass`)
BEGIN
	SELECT RAISE(ABORT, 'consents is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `consents_no_replace` BEFORE INSERT ON `consents`
WHEN EXISTS (SELECT 1 FROM `consents` WHERE `id` = NEW.`id` OR rowid = NEW.rowid)
BEGIN
	SELECT RAISE(ABORT, 'consents is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `audit_no_update` BEFORE UPDATE ON `audit`
BEGIN
	SELECT RAISE(ABORT, 'audit is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `audit_no_delete` BEFORE DELETE ON `audit`
BEGIN
	SELECT RAISE(ABORT, 'audit is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `audit_no_replace` BEFORE INSERT ON `audit`
WHEN EXISTS (SELECT 1 FROM `audit` WHERE `id` = NEW.`id`)
BEGIN
	SELECT RAISE(ABORT, 'audit is append-only');
END;--> statement-breakpoint
CREATE TRIGGER `events_delete_chunk` AFTER DELETE ON `events`
BEGIN
	DELETE FROM `event_chunks` WHERE `part` = (OLD.`seq` - 1) / 16384;
END;--> statement-breakpoint
CREATE TRIGGER `events_update_chunk` AFTER UPDATE ON `events`
BEGIN
	DELETE FROM `event_chunks` WHERE `part` IN ((OLD.`seq` - 1) / 16384, (NEW.`seq` - 1) / 16384);
END;
