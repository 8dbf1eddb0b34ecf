CREATE TABLE `relay_counts` (
	`outcome` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `relay_dead_letters` (
	`seq` integer PRIMARY KEY NOT NULL,
	`reason` text NOT NULL,
	`set_aside_at` integer NOT NULL,
	FOREIGN KEY (`seq`) REFERENCES `events`(`seq`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `relay_state` (
	`id` integer PRIMARY KEY NOT NULL,
	`last_seq` integer NOT NULL,
	`delivered_at` integer,
	`failure` text,
	`failed_at` integer
);
--> statement-breakpoint
CREATE TABLE `retention_pass` (
	`id` integer PRIMARY KEY NOT NULL
);
