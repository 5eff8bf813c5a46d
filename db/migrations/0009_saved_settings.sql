CREATE TABLE "saved_settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text,
	"revision" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "saved_settings_name" CHECK ("saved_settings"."name" ~ '^[A-Z][A-Z_]*$'),
	CONSTRAINT "saved_settings_length" CHECK (char_length("saved_settings"."value") <= 4000),
	CONSTRAINT "saved_settings_revision" CHECK ("saved_settings"."revision" > 0),
	CONSTRAINT "saved_settings_period" CHECK ("saved_settings"."name" not like 'RETENTION%' or "saved_settings"."value" ~ '^([1-9][0-9]{0,4})?$')
);
