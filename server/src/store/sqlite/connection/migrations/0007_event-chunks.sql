CREATE TABLE `event_chunks` (
	`part` integer PRIMARY KEY NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`count` integer NOT NULL,
	`bytes` blob
);
--> statement-breakpoint
CREATE INDEX `event_chunks_times` ON `event_chunks` (`part`,`first_at`,`last_at`);
--> statement-breakpoint
CREATE TRIGGER `events_delete_chunk` AFTER DELETE ON `events`
BEGIN
	DELETE FROM `event_chunks` WHERE `part` = (OLD.`seq` - 1) / 16384;
END;
--> statement-breakpoint
CREATE TRIGGER `events_update_chunk` AFTER UPDATE ON `events`
BEGIN
	DELETE FROM `event_chunks` WHERE `part` IN ((OLD.`seq` - 1) / 16384, (NEW.`seq` - 1) / 16384);
END;
