-- The tables and columns of WordPress, for MariaDB: no foreign keys, zero dates, and large unsigned ids.
set session sql_mode = '';
create table wp_users (
  ID bigint(20) unsigned not null auto_increment primary key, user_login varchar(60) not null default '', user_pass varchar(255) not null default '',
  user_nicename varchar(50) not null default '', user_email varchar(100) not null default '', user_url varchar(100) not null default '',
  user_registered datetime not null default '0000-00-00 00:00:00', user_activation_key varchar(255) not null default '',
  user_status int(11) not null default 0, display_name varchar(250) not null default '', key user_login_key (user_login), key user_email (user_email)
);
create table wp_usermeta (
  umeta_id bigint(20) unsigned not null auto_increment primary key, user_id bigint(20) unsigned not null default 0, meta_key varchar(255),
  meta_value longtext, key user_id (user_id), key meta_key (meta_key(191))
);
create table wp_posts (
  ID bigint(20) unsigned not null auto_increment primary key, post_author bigint(20) unsigned not null default 0,
  post_date datetime not null default '0000-00-00 00:00:00', post_date_gmt datetime not null default '0000-00-00 00:00:00',
  post_content longtext not null, post_title text not null, post_excerpt text not null, post_status varchar(20) not null default 'publish',
  post_password varchar(255) not null default '', post_name varchar(200) not null default '', post_parent bigint(20) unsigned not null default 0,
  guid varchar(255) not null default '', menu_order int(11) not null default 0, post_type varchar(20) not null default 'post',
  comment_count bigint(20) not null default 0, key post_name (post_name(191)), key type_status_date (post_type, post_status, post_date, ID)
);
create table wp_terms (
  term_id bigint(20) unsigned not null auto_increment primary key, name varchar(200) not null default '', slug varchar(200) not null default '',
  term_group bigint(10) not null default 0
);
create table wp_term_relationships (
  object_id bigint(20) unsigned not null default 0, term_taxonomy_id bigint(20) unsigned not null default 0,
  term_order int(11) not null default 0, primary key (object_id, term_taxonomy_id)
);
create table wp_options (
  option_id bigint(20) unsigned not null auto_increment primary key, option_name varchar(191) not null default '', option_value longtext not null,
  autoload varchar(20) not null default 'yes', unique key option_name (option_name)
);
insert into wp_users (user_login, user_pass) values ('admin', '$P$secret');
insert into wp_posts (post_author, post_content, post_title, post_excerpt) values (1, 'Welcome', 'Hello world!', '');
insert into wp_terms (name, slug) values ('Uncategorized', 'uncategorized');
insert into wp_term_relationships values (1, 1, 0);
insert into wp_options (option_name, option_value) values ('siteurl', 'https://example.com');
