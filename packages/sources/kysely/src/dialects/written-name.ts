import type { SqlDialect } from './dialect.ts';

/** The words that are no name of a column or a table in one of the databases, unless a statement quotes them. */
const reserved: ReadonlySet<string> = new Set(
  `
    accessible add all alter analyse analyze and any array as asc asensitive asymmetric authorization autoincrement before between bigint
    binary blob both by call cascade case cast change char character check collate collation column commit concurrently condition constraint
    continue convert create cross cube cume_dist current_catalog current_date current_role current_schema current_time current_timestamp
    current_user cursor databases day_hour day_microsecond day_minute day_second dec decimal declare default deferrable delayed delete
    delete_domain_id dense_rank desc describe deterministic distinct distinctrow div do do_domain_ids double drop dual each else elseif
    empty enclosed end escape escaped except exists exit explain extract false fetch first_value float for force foreign freeze from full
    fulltext function generated get grant group grouping groups having high_priority hour_microsecond hour_minute hour_second if ignore
    ignore_domain_ids ilike in index infile initially inner inout insensitive insert int integer intersect interval into io_after_gtids
    io_before_gtids is isnull iterate join json_table key keys kill lag last_value lateral lead leading leave left like limit linear lines
    load localtime localtimestamp lock long longblob longtext loop low_priority manual master_bind master_demote_to_replica
    master_demote_to_slave master_ssl_verify_server_cert match maxvalue mediumblob mediumint mediumtext middleint minute_microsecond
    minute_second mod modifies natural no_write_to_binlog not nothing notnull nth_value ntile null numeric of offset on only optimize
    optimizer_costs optionally or order out outer outfile over overlaps page_checksum parallel parse_vcol_expr partition percent_rank
    placing portion position precision primary procedure purge qualify raise range rank read read_write reads real recursive ref_system_id
    references regexp release rename repeat replace require resignal restrict return returning revoke right rlike row row_number rows
    schemas second_microsecond select sensitive separator session_user set show signal similar smallint some spatial specific sql
    sql_big_result sql_calc_found_rows sql_small_result sqlexception sqlstate sqlwarning ssl starting stats_auto_recalc stats_persistent
    stats_sample_pages stored straight_join substring symmetric system table tablesample terminated then tinyblob tinyint tinytext to
    trailing transaction trigger trim true undo union unique unlock unsigned update usage use user using utc_date utc_time utc_timestamp
    values varbinary varchar varcharacter variadic varying verbose virtual when where while window with write xor year_month zerofill
  `.split(/\s+/),
);

/** Writes a name as statements need it: in the quotes of the database, unless every database reads the name without them. */
export function writtenName({ quote }: Pick<SqlDialect, 'quote'>, name: string): string {
  if (/^[a-z_][a-z0-9_]*$/.test(name) && !reserved.has(name)) return name;
  return quote + name.replaceAll(quote, quote + quote) + quote;
}
