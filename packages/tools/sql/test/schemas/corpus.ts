/**
 * Schemas of the shapes that public applications have: their names, their kinds of keys, and what is unusual about them. Each is a list of tables, and
 * each table a list of columns, such as `author_id int! > people` for a required column that references the id of `people`.
 */

/** The parts of SQL in which the databases of the corpus differ. */
export interface CorpusDialect {
  readonly name: 'PostgreSQL' | 'MariaDB' | 'SQLite';
  readonly types: Readonly<Record<string, string>>;
  readonly quote: (name: string) => string;
}

export interface CorpusSchema {
  readonly name: string;
  readonly on: readonly CorpusDialect['name'][];
  /** The tables by name. `key` is the primary key if it is not a column `id` with numbers. */
  readonly tables: Readonly<Record<string, string>>;
  /** Statements after the tables. */
  readonly after?: string;
  /** Statements before the tables. */
  readonly before?: string;
}

const all = ['PostgreSQL', 'MariaDB', 'SQLite'] as const;

export const corpus: readonly CorpusSchema[] = [
  {
    name: 'a forge of source code: namespaces, self references, states as numbers, polymorphic notes',
    on: all,
    tables: {
      namespaces:
        'id counted; name text(255)!; path text(255)! unique; parent_id int > namespaces; type text(40); created_at time; traversal json',
      projects:
        'id counted; name text(255); namespace_id int! > namespaces; visibility_level int! = 0; archived bool! = false; star_count int! = 0; repository_size_limit big',
      milestones:
        'id counted; title text(100)!; project_id int > projects; due_date date; iid int; (project_id, iid) unique',
      issues:
        'id counted; title text(255); project_id int! > projects; milestone_id int > milestones; state_id int! = 1; weight int; confidential bool! = false; closed_at time',
      labels: 'id counted; title text(255); color text(7); project_id int > projects',
      issue_labels: 'issue_id int! > issues; label_id int! > labels; key (issue_id, label_id)',
      notes: 'id counted; note text; noteable_type text(40); noteable_id int; discussion_id text(40)',
    },
  },
  {
    name: 'a social network: 64-bit ids, a table of follows, one statistic for each account',
    on: all,
    tables: {
      accounts:
        'id bigcounted; username text(30)!; domain text(255); note text! = empty; locked bool! = false; fields json; moved_to_account_id big > accounts; (username, domain) unique',
      account_stats: 'id bigcounted; account_id big! unique > accounts; statuses_count big! = 0; last_status_at time',
      statuses:
        'id bigcounted; uri text(255) unique; text text! = empty; account_id big! > accounts; in_reply_to_id big > statuses; sensitive bool! = false; visibility int! = 0; created_at time! = now',
      follows:
        'id bigcounted; account_id big! > accounts; target_account_id big! > accounts; show_reblogs bool! = true; (account_id, target_account_id) unique',
      tags: 'id bigcounted; name text(100)! unique',
      statuses_tags: 'status_id big! > statuses; tag_id big! > tags; key (tag_id, status_id)',
    },
  },
  {
    name: 'a tracker of issues with a tree by numbers, and roles between members and roles',
    on: all,
    tables: {
      users: 'id counted; login text(60)!; admin bool! = false; status int! = 1; type text(60)',
      projects: 'id counted; identifier text(100) unique; parent_id int; lft int; rgt int; homepage text(255) = empty',
      trackers: 'id counted; name text(30)!; position int; default_status_id int',
      issue_statuses: 'id counted; name text(30)!; is_closed bool! = false',
      issues:
        'id counted; tracker_id int! > trackers; project_id int! > projects; status_id int! > issue_statuses; author_id int! > users; subject text(200)!; estimated_hours float; start_date date; done_ratio int! = 0; lock_version int! = 0',
      members:
        'id counted; user_id int! > users; project_id int! > projects; mail_notification bool! = false; (user_id, project_id) unique',
      roles: 'id counted; name text(60)!; permissions text',
      member_roles: 'id counted; member_id int! > members; role_id int! > roles; inherited_from int',
    },
  },
  {
    name: 'a suite of business applications: names with the module, audit columns in each table, money',
    on: all,
    tables: {
      res_currency: 'id counted; name text(3)! unique; rounding decimal; active bool',
      res_company: 'id counted; name text(80)!; currency_id int! > res_currency; parent_id int > res_company',
      res_partner:
        'id counted; name text(120); company_id int > res_company; parent_id int > res_partner; vat text(20); image blob; credit_limit decimal; create_uid int; write_date time',
      sale_order:
        'id counted; name text(30)!; partner_id int! > res_partner; partner_invoice_id int! > res_partner; date_order time!; amount_total decimal; state text(20)',
      sale_order_line:
        'id counted; order_id int! > sale_order; sequence int; product_uom_qty decimal!; price_unit decimal!; tax json',
    },
  },
  {
    name: 'a map: ids that are not counted, versions in the key, tags as rows',
    on: all,
    tables: {
      users: 'id bigcounted; display_name text(255)! unique; creation_time time! = now; data_public bool! = false',
      changesets: 'id bigcounted; user_id big! > users; created_at time!; min_lat int; num_changes int! = 0',
      changeset_tags: 'changeset_id big! > changesets; k text(100)!; v text(255)! = empty; key (changeset_id, k)',
      nodes:
        'node_id big!; version big!; latitude int!; longitude int!; changeset_id big! > changesets; visible bool!; key (node_id, version)',
      node_tags:
        'node_id big!; version big!; k text(100)!; v text(255)! = empty; key (node_id, version, k); (node_id, version) > nodes (node_id, version)',
      ways: 'way_id big!; version big!; changeset_id big! > changesets; timestamp time!; key (way_id, version)',
    },
  },
  {
    name: 'an encyclopedia of music: identifiers beside ids, checks, tables of aliases',
    on: all,
    tables: {
      area: 'id counted; gid uuid! unique; name text(200)!; ended bool! = false; begin_date_year small',
      artist:
        'id counted; gid uuid! unique; name text(200)!; sort_name text(200)!; area int > area; begin_date_month small; edits_pending int! = 0; check (edits_pending >= 0)',
      artist_alias:
        'id counted; artist int! > artist; name text(200)!; locale text(20); primary_for_locale bool! = false',
      recording:
        'id counted; gid uuid! unique; name text(200)!; length int; video bool! = false; check (length is null or length > 0)',
      l_artist_recording: 'id counted; entity0 int! > artist; entity1 int! > recording; link_order int! = 0',
      artist_rating: 'id counted; artist_gid uuid!; value small; (artist_gid) > artist (gid)',
    },
  },
  {
    name: 'a shop with entities and attributes: ids named after the table, unsigned numbers, strings as keys',
    on: ['MariaDB', 'SQLite'],
    tables: {
      eav_entity_type: 'entity_type_id counted; entity_type_code text(50)!; is_data_sharing bool! = true',
      eav_attribute:
        'attribute_id counted; entity_type_id int! > eav_entity_type; attribute_code text(190)!; backend_type text(8)! = empty',
      catalog_product_entity:
        'entity_id counted; sku text(64) unique; type_id text(32)!; has_options small! = 0; created_at time! = now',
      catalog_product_entity_decimal:
        'value_id counted; attribute_id int! > eav_attribute; entity_id int! > catalog_product_entity; store_id int! = 0; value decimal; (entity_id, attribute_id, store_id) unique',
      core_config_data: 'config_id counted; scope text(8)! = empty; path text(190)!; value text; (scope, path) unique',
      cms_page: 'page_id counted; identifier text(100); content text; is_active bool! = true; layout_update_xml text',
    },
  },
  {
    name: 'monitoring: keys of bytes, and enumerated states',
    on: ['MariaDB'],
    tables: {
      environment: 'id bytes(20)!; name text(255)!; key (id)',
      host: "id bytes(20)!; environment_id bytes(20)! > environment; name text(255)!; check_timeout int; active_checks_enabled choice('n','y')!; icon_image_id bytes(20); icon bytes(20)!; key (id)",
      service:
        "id bytes(20)!; environment_id bytes(20)! > environment; host_id bytes(20)! > host; name text(255)!; is_volatile choice('n','y')!; key (id)",
      comment: 'id bytes(20)!; host_id bytes(20) > host; text text!; entry_time big!; key (id)',
    },
  },
  {
    name: 'accounts and realms: ids of 36 characters that the application makes, attributes as rows',
    on: all,
    tables: {
      realm: 'id text(36)!; name text(255) unique; enabled bool! = false; access_token_lifespan int; key (id)',
      client:
        'id text(36)!; realm_id text(36) > realm; client_id text(255); public_client bool! = false; node_rereg_timeout int = 0; key (id)',
      user_entity:
        'id text(36)!; email text(255); email_verified bool! = false; realm_id text(255); created_timestamp big; not_before int! = 0; key (id)',
      keycloak_group: 'id text(36)!; name text(255); parent_group text(36)!; realm_id text(36); key (id)',
      user_group_membership:
        'group_id text(36)! > keycloak_group; user_id text(36)! > user_entity; key (group_id, user_id)',
      realm_attribute: 'name text(190)!; value text; realm_id text(36)! > realm; key (name, realm_id)',
    },
  },
  {
    name: 'courses: a prefix of tables, few foreign keys, numbers for times',
    on: all,
    tables: {
      mdl_course:
        'id bigcounted; category big! = 0; fullname text(254)! = empty; startdate big! = 0; visible bool! = true; legacyfiles small! = 0',
      mdl_user:
        'id bigcounted; auth text(20)! = empty; confirmed bool! = false; username text(100)! unique; lastip text(45)! = empty; timecreated big! = 0',
      mdl_enrol:
        'id bigcounted; enrol text(20)! = empty; courseid big!; cost text(20); customdec1 decimal; customtext1 text',
      mdl_user_enrolments:
        'id bigcounted; status big! = 0; enrolid big!; userid big!; timestart big! = 0; (enrolid, userid) unique',
      mdl_grade_grades:
        'id bigcounted; itemid big!; userid big!; rawgrade decimal; rawgrademax decimal! = 100; hidden big! = 0',
    },
  },
  {
    name: 'chat by events: strings as keys, no foreign keys, events as JSON in strings',
    on: ['PostgreSQL', 'SQLite'],
    tables: {
      rooms: 'room_id text!; is_public bool; creator text; key (room_id)',
      events:
        'stream_ordering big! unique; event_id text!; type text!; room_id text!; depth big! = 0; received_ts big; key (event_id)',
      event_json: 'event_id text!; internal_metadata text!; json text!; format_version int; (event_id) unique',
      state_groups: 'id big!; room_id text!; event_id text!; key (id)',
      room_aliases: 'room_alias text!; room_id text!; creator text; (room_alias) unique',
    },
  },
  {
    name: 'billing: UUIDs, enumerated types, arrays, ranges, soft deletions, generated columns',
    on: ['PostgreSQL'],
    before: `create type plan_interval as enum ('weekly', 'monthly', 'yearly');`,
    tables: {
      organizations:
        'id uuidkey; name text!; document_numbering int! = 0; email_settings strings; timezone text! = empty; key (id)',
      plans:
        'id uuidkey; organization_id uuid! > organizations; code text!; interval plan_interval!; amount_cents big!; trial_period float; deleted_at time; (organization_id, code) unique; key (id)',
      customers:
        'id uuidkey; organization_id uuid! > organizations; external_id text!; metadata json! = object; tags strings; net_payment_term int; key (id)',
      subscriptions:
        'id uuidkey; customer_id uuid! > customers; plan_id uuid! > plans; previous_subscription_id uuid > subscriptions; status int!; active tstzrange; key (id)',
      fees: 'id uuidkey; subscription_id uuid > subscriptions; units decimal! = 0; amount_cents big!; taxes_cents big! = 0; properties json! = object; key (id)',
    },
    after: `alter table fees add column total_cents bigint generated always as (amount_cents + taxes_cents) stored;
      create view active_subscriptions as select id, customer_id, plan_id, status from subscriptions
        where status >= 0 with check option;`,
  },
  {
    name: 'a forum: counters and times everywhere, full text, a table of settings',
    on: ['PostgreSQL', 'SQLite'],
    tables: {
      users:
        'id counted; username text(60)! unique; trust_level int! = 0; ip inet; views int! = 0; created_at time! = now',
      categories:
        'id counted; name text(50)!; color text(6)! = empty; parent_category_id int > categories; user_id int! > users',
      topics:
        'id counted; title text!; category_id int > categories; user_id int > users; bumped_at time! = now; score float; archetype text! = empty; participants ints',
      posts:
        'id counted; topic_id int! > topics; user_id int > users; raw text!; post_number int! = 1; like_score int! = 0; (topic_id, post_number) unique',
      post_search_data: 'post_id int! > posts; search_data tsvector; locale text; version int = 0; key (post_id)',
      site_settings: 'id counted; name text!; value text; data_type int!; updated_at time',
    },
  },
  {
    name: 'files in a cloud: a prefix, mime types, paths by hash, booleans as small numbers',
    on: ['MariaDB', 'SQLite'],
    tables: {
      oc_storages: 'numeric_id bigcounted; id text(64) unique; available int! = 1; last_checked int',
      oc_mimetypes: 'id bigcounted; mimetype text(190)! unique',
      oc_filecache:
        'fileid bigcounted; storage big! = 0; path text(400); path_hash text(32)! = empty; checksum varbinary(20) unique; parent big! = 0; size big! = 0; (storage, path_hash) unique',
      oc_share:
        'id bigcounted; share_type small! = 0; uid_owner text(64); file_source big; permissions small! = 0; expiration time; accepted small! = 0',
      oc_preferences:
        'userid text(64)!; appid text(32)!; configkey text(64)!; configvalue text; key (userid, appid, configkey)',
    },
  },
];

export const dialects: Readonly<Record<CorpusDialect['name'], CorpusDialect>> = {
  PostgreSQL: {
    name: 'PostgreSQL',
    quote: (name) => `"${name}"`,
    types: {
      ...{
        counted: 'integer generated by default as identity primary key',
        int: 'integer',
        big: 'bigint',
        small: 'smallint',
      },
      ...{
        bigcounted: 'bigint generated by default as identity primary key',
        bool: 'boolean',
        float: 'double precision',
      },
      ...{
        uuidkey: 'uuid not null default gen_random_uuid()',
        decimal: 'numeric(12,4)',
        time: 'timestamptz',
        json: 'jsonb',
      },
      ...{
        strings: 'text[]',
        blob: 'bytea',
        ints: 'integer[]',
        empty: "''",
        now: 'now()',
        object: "'{}'",
        false: 'false',
        true: 'true',
      },
    },
  },
  MariaDB: {
    name: 'MariaDB',
    quote: (name) => `\`${name}\``,
    types: {
      ...{
        counted: 'integer auto_increment primary key',
        int: 'integer',
        big: 'bigint',
        small: 'smallint',
        bool: 'tinyint(1)',
      },
      ...{
        bigcounted: 'bigint auto_increment primary key',
        float: 'double',
        decimal: 'decimal(12,4)',
        time: 'datetime',
      },
      ...{ text: 'longtext', uuid: 'char(36)', bytes: 'binary', choice: 'enum', json: 'json' },
      ...{ empty: "''", now: 'current_timestamp', false: '0', true: '1' },
    },
  },
  SQLite: {
    name: 'SQLite',
    quote: (name) => `"${name}"`,
    types: {
      ...{ counted: 'integer primary key', int: 'integer', big: 'bigint', small: 'smallint', bool: 'boolean' },
      ...{ bigcounted: 'integer primary key', float: 'double', decimal: 'decimal(12,4)', time: 'datetime' },
      ...{ uuid: 'char(36)', bytes: 'blob', choice: 'text', json: 'json' },
      ...{ empty: "''", now: 'current_timestamp', false: 'false', true: 'true' },
    },
  },
};

function typeOf(text: string, { types, name }: CorpusDialect): string {
  const [, word = '', size = ''] = /^(\w+)(\(.*\))?$/.exec(text) ?? [];
  if (word === 'text' && size !== '') return `varchar${size}`;
  if (word === 'text' && name === 'PostgreSQL') return 'text';
  return (types[word] ?? word) + size;
}

/** Writes a column, a key, a unique list, a foreign key, or a check. */
function lineOf(text: string, keys: ReadonlyMap<string, string>, dialect: CorpusDialect): readonly string[] {
  const { quote, types } = dialect;
  const list = (names: string): string => names.split(', ').map(quote).join(', ');
  const [, kind = '', names = '', target, columns = ''] =
    /^(key )?\((.*?)\)(?: > (\w+) \((.*)\)| unique)?$/.exec(text) ?? [];
  if (target !== undefined) return [`foreign key (${list(names)}) references ${quote(target)} (${list(columns)})`];
  if (names !== '') return [`${kind === '' ? 'unique' : 'primary key'} (${list(names)})`];
  if (text.startsWith('check ')) return [text];
  const [, name = '', type = '', required, value, unique, references] =
    /^(\w+) (\w+(?:\([^)]*\))?)(!)?(?: = (\w+))?( unique)?(?: > (\w+))?$/.exec(text) ?? [];
  if (name === '') throw new Error(`The corpus cannot read "${text}".`);
  const own = `${quote(name)} ${typeOf(type, dialect)}`;
  const options = `${required === '!' ? ' not null' : ''}${value === undefined ? '' : ` default ${types[value] ?? value}`}${unique ?? ''}`;
  const foreign =
    references === undefined
      ? []
      : [`foreign key (${quote(name)}) references ${quote(references)} (${quote(keys.get(references) ?? 'id')})`];
  return [own + options, ...foreign];
}

/** Returns the statements that create a schema of the corpus. */
export function corpusScript({ tables, before = '', after = '' }: CorpusSchema, dialect: CorpusDialect): string {
  const parts = Object.entries(tables).map(([name, text]) => [name, text.split('; ')] as const);
  const keys = new Map(parts.map(([name, [first = '']]) => [name, first.split(' ')[0] ?? 'id']));
  const statements = parts.map(([name, lines]) => {
    const all = lines.map((line) => lineOf(line, keys, dialect));
    const [columns, others] = [all.map(([first]) => first), all.flatMap(([, ...rest]) => rest)];
    return `create table ${dialect.quote(name)} (${[...columns, ...others].join(', ')});`;
  });
  return [before, ...statements, after].join('\n');
}
