CREATE TABLE `confirmations` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`signup_id` text,
	`code_hash` text NOT NULL,
	`tries` integer NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`removed_at` integer,
	FOREIGN KEY (`signup_id`) REFERENCES `notifyme_signups`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `confirmations_signup` ON `confirmations` (`signup_id`);--> statement-breakpoint
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
	`reason` text,
	FOREIGN KEY (`signup_id`) REFERENCES `notifyme_signups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`state`,`due_at`);--> statement-breakpoint
CREATE INDEX `outbox_signup` ON `outbox` (`signup_id`);--> statement-breakpoint
CREATE INDEX `outbox_handed_over` ON `outbox` (`handed_over_at`);--> statement-breakpoint
ALTER TABLE `notifyme_signups` ADD `language` text;--> statement-breakpoint
ALTER TABLE `notifyme_signups` ADD `confirmed_at` integer;