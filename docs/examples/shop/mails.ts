import type { DatabaseSync } from 'node:sqlite';

export interface Mail {
  readonly to: string;
  readonly text: string;
}

export type SendMail = (mail: Mail) => Promise<void>;

/** Returns the mail that confirms an order. It is created after the commit, so it contains all lines of the order. */
export function confirmation(database: DatabaseSync, orderId: string): Mail {
  const row = database
    .prepare(
      `select email, count(line.id) as lines, coalesce(sum(quantity * price), 0) as total
       from "order" join user on user.id = customer_id left join line on order_id = "order".id where "order".id = ?`,
    )
    .get(orderId);
  return { to: String(row?.['email']), text: `Order ${orderId}: ${row?.['lines']} lines, ${row?.['total']} cents.` };
}
