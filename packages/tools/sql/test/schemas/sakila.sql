-- The tables and columns of Sakila, a rental of films, for MariaDB.
create table actor (
  actor_id smallint unsigned not null auto_increment primary key, first_name varchar(45) not null, last_name varchar(45) not null,
  last_update timestamp not null default current_timestamp on update current_timestamp, key idx_actor_last_name (last_name)
);
create table country (
  country_id smallint unsigned not null auto_increment primary key, country varchar(50) not null,
  last_update timestamp not null default current_timestamp on update current_timestamp
);
create table city (
  city_id smallint unsigned not null auto_increment primary key, city varchar(50) not null, country_id smallint unsigned not null,
  last_update timestamp not null default current_timestamp on update current_timestamp,
  constraint fk_city_country foreign key (country_id) references country (country_id) on update cascade
);
create table address (
  address_id smallint unsigned not null auto_increment primary key, address varchar(50) not null, address2 varchar(50),
  district varchar(20) not null, city_id smallint unsigned not null, postal_code varchar(10), phone varchar(20) not null,
  location point not null, last_update timestamp not null default current_timestamp on update current_timestamp,
  constraint fk_address_city foreign key (city_id) references city (city_id) on update cascade
);
create table category (
  category_id tinyint unsigned not null auto_increment primary key, name varchar(25) not null,
  last_update timestamp not null default current_timestamp on update current_timestamp
);
create table language (
  language_id tinyint unsigned not null auto_increment primary key, name char(20) not null,
  last_update timestamp not null default current_timestamp on update current_timestamp
);
create table film (
  film_id smallint unsigned not null auto_increment primary key, title varchar(128) not null, description text,
  release_year year, language_id tinyint unsigned not null, original_language_id tinyint unsigned,
  rental_duration tinyint unsigned not null default 3, rental_rate decimal(4,2) not null default 4.99, length smallint unsigned,
  replacement_cost decimal(5,2) not null default 19.99, rating enum('G','PG','PG-13','R','NC-17') default 'G',
  special_features set('Trailers','Commentaries','Deleted Scenes','Behind the Scenes'),
  last_update timestamp not null default current_timestamp on update current_timestamp, key idx_title (title),
  constraint fk_film_language foreign key (language_id) references language (language_id) on update cascade,
  constraint fk_film_language_original foreign key (original_language_id) references language (language_id) on update cascade
) comment 'A title that stores rent out.';
create table film_actor (
  actor_id smallint unsigned not null, film_id smallint unsigned not null,
  last_update timestamp not null default current_timestamp on update current_timestamp, primary key (actor_id, film_id),
  constraint fk_film_actor_actor foreign key (actor_id) references actor (actor_id) on update cascade,
  constraint fk_film_actor_film foreign key (film_id) references film (film_id) on update cascade
);
create table film_category (
  film_id smallint unsigned not null, category_id tinyint unsigned not null,
  last_update timestamp not null default current_timestamp on update current_timestamp, primary key (film_id, category_id),
  constraint fk_film_category_film foreign key (film_id) references film (film_id) on update cascade,
  constraint fk_film_category_category foreign key (category_id) references category (category_id) on update cascade
);
create table film_text (film_id smallint not null primary key, title varchar(255) not null, description text, fulltext key idx (title, description));
create table staff (
  staff_id tinyint unsigned not null auto_increment primary key, first_name varchar(45) not null, last_name varchar(45) not null,
  address_id smallint unsigned not null, picture blob, email varchar(50), active boolean not null default true,
  username varchar(16) not null, password varchar(40), last_update timestamp not null default current_timestamp on update current_timestamp,
  constraint fk_staff_address foreign key (address_id) references address (address_id) on update cascade
);
create table store (
  store_id tinyint unsigned not null auto_increment primary key, manager_staff_id tinyint unsigned not null,
  address_id smallint unsigned not null, last_update timestamp not null default current_timestamp on update current_timestamp,
  unique key idx_unique_manager (manager_staff_id),
  constraint fk_store_staff foreign key (manager_staff_id) references staff (staff_id) on update cascade,
  constraint fk_store_address foreign key (address_id) references address (address_id) on update cascade
);
create table customer (
  customer_id smallint unsigned not null auto_increment primary key, store_id tinyint unsigned not null, first_name varchar(45) not null,
  last_name varchar(45) not null, email varchar(50), address_id smallint unsigned not null, active boolean not null default true,
  create_date datetime not null, last_update timestamp default current_timestamp on update current_timestamp,
  constraint fk_customer_address foreign key (address_id) references address (address_id) on update cascade,
  constraint fk_customer_store foreign key (store_id) references store (store_id) on update cascade
);
create view actor_info as select a.actor_id, a.first_name, group_concat(distinct f.film_id) as films
  from actor a left join film_actor f on a.actor_id = f.actor_id group by a.actor_id, a.first_name;

insert into country (country) values ('Canada');
insert into city (city, country_id) values ('Lethbridge', 1);
insert into address (address, district, city_id, phone, location) values ('47 MySakila Drive', 'Alberta', 1, '1403', st_geomfromtext('POINT(1 2)'));
insert into language (name) values ('English'), ('Italian');
insert into film (title, language_id, original_language_id, release_year, special_features, length) values
  ('ACADEMY DINOSAUR', 1, null, 2006, 'Trailers,Deleted Scenes', 86), ('ACE GOLDFINGER', 1, 2, 2006, null, 48);
insert into actor (first_name, last_name) values ('PENELOPE', 'GUINESS'), ('NICK', 'WAHLBERG');
insert into film_actor (actor_id, film_id) values (1, 1), (2, 1), (2, 2);
insert into category (name) values ('Action');
insert into film_category (film_id, category_id) values (1, 1);
insert into staff (first_name, last_name, address_id, username, password, picture) values ('Mike', 'Hillyer', 1, 'Mike', 'hunter2', x'0102');
insert into store (manager_staff_id, address_id) values (1, 1);
insert into customer (store_id, first_name, last_name, address_id, create_date) values (1, 'MARY', 'SMITH', 1, '2006-02-14 22:04:36');
