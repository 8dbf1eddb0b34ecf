CREATE TABLE `ended_sessions` (
	`hash` text PRIMARY KEY NOT NULL,
	`ends_at` integer NOT NULL
);
