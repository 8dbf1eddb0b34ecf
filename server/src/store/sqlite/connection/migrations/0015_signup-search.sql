CREATE TABLE `signup_search` (
	`signup_id` text PRIMARY KEY NOT NULL,
	`folded` text NOT NULL,
	FOREIGN KEY (`signup_id`) REFERENCES `notifyme_signups`(`id`) ON UPDATE cascade ON DELETE cascade
);
