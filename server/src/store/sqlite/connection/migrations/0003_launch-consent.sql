CREATE TABLE `blocked_mailboxes` (
	`hash` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `launch_texts` (
	`hash` text PRIMARY KEY NOT NULL,
	`language` text NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL,
	`published_at` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `notifyme_signups_list`;--> statement-breakpoint
ALTER TABLE `notifyme_signups` ADD `launch_agreed_at` integer;--> statement-breakpoint
ALTER TABLE `notifyme_signups` ADD `launch_text_hash` text;--> statement-breakpoint
ALTER TABLE `notifyme_signups` ADD `launch_declined_at` integer;--> statement-breakpoint
ALTER TABLE `notifyme_signups` ADD `restricted_at` integer;--> statement-breakpoint
CREATE INDEX `notifyme_signups_list` ON `notifyme_signups` (`created_at`,`id`,`signup_type`,`confirmed_at`,`undeliverable_at`,`complained_at`,`language`,`launch_agreed_at`,`launch_declined_at`,`restricted_at`);--> statement-breakpoint
ALTER TABLE `signup_proofs` ADD `launch_agreed_at` integer;--> statement-breakpoint
ALTER TABLE `signup_proofs` ADD `launch_text_hash` text;--> statement-breakpoint
ALTER TABLE `signup_proofs` ADD `launch_declined_at` integer;