CREATE TABLE `client_quarters` (
	`act` text NOT NULL,
	`quarter` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`quarter`, `act`)
);
