CREATE TABLE `signup_proofs` (
	`address_hash` text NOT NULL,
	`language` text,
	`wording_hash` text,
	`signed_up_at` integer NOT NULL,
	`confirmed_at` integer NOT NULL,
	`removed_at` integer NOT NULL,
	PRIMARY KEY(`address_hash`, `confirmed_at`)
);
