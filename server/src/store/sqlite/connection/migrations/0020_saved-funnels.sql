CREATE TABLE `saved_funnels` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`definition` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `saved_funnels_name` ON `saved_funnels` (`name`);