ALTER TABLE `outbox` ADD `priority` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `mailbox` text;--> statement-breakpoint
CREATE INDEX `outbox_next` ON `outbox` (`recipient`,`state`,`priority`,`due_at`,`id`);--> statement-breakpoint
CREATE INDEX `outbox_mailbox` ON `outbox` (`mailbox`,`handed_over_at`);