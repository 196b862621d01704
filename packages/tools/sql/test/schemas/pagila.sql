-- The tables and columns of Pagila, a rental of films, for PostgreSQL.
create type mpaa_rating as enum ('G', 'PG', 'PG-13', 'R', 'NC-17');
create domain year as integer constraint year_check check (value >= 1901 and value <= 2155);
create table actor (
  actor_id serial primary key, first_name text not null, last_name text not null, last_update timestamptz not null default now()
);
create table category (category_id serial primary key, name text not null, last_update timestamptz not null default now());
create table country (country_id serial primary key, country text not null, last_update timestamptz not null default now());
create table city (
  city_id serial primary key, city text not null, country_id integer not null references country,
  last_update timestamptz not null default now()
);
create table address (
  address_id serial primary key, address text not null, address2 text, district text not null,
  city_id integer not null references city, postal_code text, phone text not null, last_update timestamptz not null default now()
);
create table language (language_id serial primary key, name character(20) not null, last_update timestamptz not null default now());
create table film (
  film_id serial primary key, title text not null, description text, release_year year,
  language_id integer not null references language, original_language_id integer references language,
  rental_duration smallint not null default 3, rental_rate numeric(4,2) not null default 4.99, length smallint,
  replacement_cost numeric(5,2) not null default 19.99, rating mpaa_rating default 'G', last_update timestamptz not null default now(),
  special_features text[], fulltext tsvector not null
);
create index idx_fk_language_id on film (language_id);
create index idx_title on film (title);
create table film_actor (
  actor_id integer not null references actor, film_id integer not null references film,
  last_update timestamptz not null default now(), primary key (actor_id, film_id)
);
create table film_category (
  film_id integer not null references film, category_id integer not null references category,
  last_update timestamptz not null default now(), primary key (film_id, category_id)
);
create table store (
  store_id serial primary key, manager_staff_id integer not null, address_id integer not null references address,
  last_update timestamptz not null default now()
);
create table staff (
  staff_id serial primary key, first_name text not null, last_name text not null, address_id integer not null references address,
  email text, store_id integer not null references store, active boolean not null default true, username text not null,
  password text, last_update timestamptz not null default now(), picture bytea
);
create unique index idx_unq_manager_staff_id on store (manager_staff_id);
create table customer (
  customer_id serial primary key, store_id integer not null references store, first_name text not null, last_name text not null,
  email text, address_id integer not null references address, activebool boolean not null default true,
  create_date date not null default current_date, last_update timestamptz default now(), active integer
);
create table inventory (
  inventory_id serial primary key, film_id integer not null references film, store_id integer not null references store,
  last_update timestamptz not null default now()
);
create table rental (
  rental_id serial primary key, rental_date timestamptz not null, inventory_id integer not null references inventory,
  customer_id integer not null references customer, return_date timestamptz, staff_id integer not null references staff,
  last_update timestamptz not null default now()
);
create table payment (
  payment_id serial, customer_id integer not null references customer, staff_id integer not null references staff,
  rental_id integer not null references rental, amount numeric(5,2) not null, payment_date timestamptz not null,
  primary key (payment_date, payment_id)
) partition by range (payment_date);
create table payment_p2022_01 partition of payment for values from ('2022-01-01') to ('2022-02-01');
create table payment_p2022_02 partition of payment for values from ('2022-02-01') to ('2022-03-01');
create view film_list as select film.film_id as fid, film.title, category.name as category from film
  left join film_category using (film_id) left join category using (category_id);
create materialized view rental_by_category as select category.name as category, count(*) as rentals from category group by 1;
comment on table film is 'A title that stores rent out.';
comment on column film.length is 'The length in minutes. It''s never zero.';

insert into country (country) values ('Canada');
insert into city (city, country_id) values ('Lethbridge', 1);
insert into address (address, district, city_id, phone) values ('47 MySakila Drive', 'Alberta', 1, '14033335568');
insert into language (name) values ('English'), ('Italian');
insert into film (title, language_id, original_language_id, release_year, special_features, fulltext, length, rating) values
  ('ACADEMY DINOSAUR', 1, null, 2006, '{Trailers,"Deleted Scenes"}', 'academy', 86, 'PG'),
  ('ACE GOLDFINGER', 1, 2, 2006, null, 'ace', 48, null);
insert into actor (first_name, last_name) values ('PENELOPE', 'GUINESS'), ('NICK', 'WAHLBERG');
insert into film_actor (actor_id, film_id) values (1, 1), (2, 1), (2, 2);
insert into category (name) values ('Action');
insert into film_category (film_id, category_id) values (1, 1);
insert into store (manager_staff_id, address_id) values (1, 1);
insert into staff (first_name, last_name, address_id, store_id, username, password, picture) values ('Mike', 'Hillyer', 1, 1, 'Mike', 'hunter2', '\x0102');
alter table store add foreign key (manager_staff_id) references staff;
insert into customer (store_id, first_name, last_name, address_id) values (1, 'MARY', 'SMITH', 1);
insert into inventory (film_id, store_id) values (1, 1);
insert into rental (rental_date, inventory_id, customer_id, staff_id) values ('2022-01-24 21:53:30.123456+00', 1, 1, 1);
insert into payment (customer_id, staff_id, rental_id, amount, payment_date) values (1, 1, 1, 2.99, '2022-01-25 10:00:00+00');
