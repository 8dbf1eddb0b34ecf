CREATE TABLE `__new_consent_texts` (
	`revision` integer NOT NULL,
	`hash` text NOT NULL,
	`language` text NOT NULL,
	`recipient` text,
	`text` text NOT NULL,
	`published_at` integer NOT NULL,
	PRIMARY KEY(`language`, `revision`)
);
--> statement-breakpoint
INSERT INTO `__new_consent_texts`(`revision`, `hash`, `language`, `recipient`, `text`, `published_at`) SELECT `revision`, `hash`, `language`, `recipient`, `text`, `published_at` FROM `consent_texts`;--> statement-breakpoint
DROP TABLE `consent_texts`;--> statement-breakpoint
ALTER TABLE `__new_consent_texts` RENAME TO `consent_texts`;--> statement-breakpoint
ALTER TABLE `events` ADD `language` text;
