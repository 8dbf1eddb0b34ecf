CREATE TABLE `consent_refusals` (
	`day` text NOT NULL,
	`source` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `source`)
);
--> statement-breakpoint
CREATE TABLE `consent_texts` (
	`revision` integer PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`language` text NOT NULL,
	`recipient` text,
	`text` text NOT NULL,
	`published_at` integer NOT NULL
);
--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE INDEX `consents_consent_id` ON `consents` (`consent_id`);--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_id_key` ON `events` (`id`);--> statement-breakpoint
CREATE TABLE `page_counts` (
	`day` text NOT NULL,
	`path` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`day`, `path`)
);
--> statement-breakpoint
CREATE TABLE `notifyme_signups` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`youtube_channel` text,
	`use_case` text,
	`signup_type` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notifyme_signups_email_key` ON `notifyme_signups` (lower("email"));