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
);
--> statement-breakpoint
CREATE INDEX `invitations_signup` ON `invitations` (`signup_id`);--> statement-breakpoint
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
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mailing_recipients_message` ON `mailing_recipients` (`message_id`);--> statement-breakpoint
CREATE INDEX `mailing_recipients_next` ON `mailing_recipients` (`mailing_id`,`state`,`due_at`,`message_id`);--> statement-breakpoint
CREATE INDEX `mailing_recipients_signup` ON `mailing_recipients` (`signup_id`);--> statement-breakpoint
CREATE TABLE `mailings` (
	`id` text PRIMARY KEY NOT NULL,
	`content` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	`people` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `signup_decisions` (
	`signup_id` text PRIMARY KEY NOT NULL,
	`decision` text NOT NULL,
	`decided_at` integer NOT NULL,
	`decided_by` text,
	`note` text,
	`told_at` integer,
	FOREIGN KEY (`signup_id`) REFERENCES `notifyme_signups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `notifyme_signups` ADD `wording_hash` text;--> statement-breakpoint
ALTER TABLE `notifyme_signups` ADD `undeliverable_at` integer;