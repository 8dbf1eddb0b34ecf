CREATE TABLE `alert_silences` (
	`name` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alerts` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`text` text NOT NULL,
	`since` integer NOT NULL,
	`raised_at` integer NOT NULL,
	`cleared_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `alerts_open` ON `alerts` (`name`) WHERE "alerts"."cleared_at" IS NULL;--> statement-breakpoint
CREATE INDEX `alerts_raised` ON `alerts` (`raised_at`);--> statement-breakpoint
CREATE TABLE `marks` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `notes` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `notes_at` ON `notes` (`at`);--> statement-breakpoint
CREATE TABLE `webhooks_off` (
	`recipient` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
DROP INDEX `outbox_due`;--> statement-breakpoint
DROP INDEX `outbox_handed_over`;--> statement-breakpoint
ALTER TABLE `outbox` ADD `recipient` text DEFAULT 'mail' NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `visitor_hash` text;--> statement-breakpoint
CREATE INDEX `outbox_order` ON `outbox` (`recipient`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `outbox_visitor` ON `outbox` (`visitor_hash`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`recipient`,`state`,`due_at`);--> statement-breakpoint
CREATE INDEX `outbox_handed_over` ON `outbox` (`recipient`,`handed_over_at`);