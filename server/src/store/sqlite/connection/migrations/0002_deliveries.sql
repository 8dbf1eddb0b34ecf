DROP INDEX `notifyme_signups_list`;--> statement-breakpoint
ALTER TABLE `notifyme_signups` ADD `complained_at` integer;--> statement-breakpoint
CREATE INDEX `notifyme_signups_list` ON `notifyme_signups` (`created_at`,`id`,`signup_type`,`confirmed_at`,`undeliverable_at`,`complained_at`,`language`);
