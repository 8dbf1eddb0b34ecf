CREATE TABLE `page_quarters` (
	`path` text NOT NULL,
	`quarter` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`path`, `quarter`)
);
--> statement-breakpoint
CREATE TABLE `refusal_quarters` (
	`source` text NOT NULL,
	`quarter` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`source`, `quarter`)
);
