import { type Kysely, sql } from 'kysely';
import { hashToken } from './sessions.ts';

type Row = readonly (string | number | boolean | null)[];
const at = '2026-01-01T10:00:00.000Z';

/** Two organizations. Acme has an owner, Ada, a member, Bob, and a guest, Gus. Globex belongs to Eve, and Bob is its guest. */
const rows: Readonly<Record<string, readonly Row[]>> = {
  'organization (id, name)': [
    ['1', 'Acme'],
    ['7', 'Globex'],
  ],
  'account (id, name, email, accepts_invitations)': [
    ['1', 'Ada', 'ada@acme.example', false],
    ['2', 'Bob', 'bob@acme.example', false],
    ['3', 'Gus', 'gus@acme.example', false],
    ['7', 'Eve', 'eve@globex.example', false],
    ['9', 'Ian', 'ian@example.com', true],
  ],
  'membership (id, role, created_at, organization_id, user_id)': [
    ['1', 'owner', at, '1', '1'],
    ['2', 'member', at, '1', '2'],
    ['3', 'guest', at, '1', '3'],
    ['7', 'owner', at, '7', '7'],
    ['8', 'guest', at, '7', '2'],
  ],
  'session (token_hash, organization_id, user_id)': [
    [hashToken('ada'), '1', '1'],
    [hashToken('bob'), '1', '2'],
    [hashToken('gus'), '1', '3'],
    [hashToken('eve'), '7', '7'],
    [hashToken('bob-at-globex'), '7', '2'],
  ],
  'project (id, name, key, is_internal, last_number, created_at, organization_id)': [
    ['1', 'Website', 'WEB', false, 2, at, '1'],
    ['2', 'Payroll', 'PAY', true, 1, at, '1'],
    ['7', 'Rocket', 'WEB', false, 1, at, '7'],
  ],
  'sprint (id, name, starts_on, ends_on, project_id, organization_id)': [
    ['1', 'January', '2026-01-01', '2026-01-31', '1', '1'],
    ['2', 'Audit', null, null, '2', '1'],
    ['7', 'Launch', '2026-01-01', null, '7', '7'],
  ],
  'issue (id, number, title, body, priority, created_at, updated_at, project_id, sprint_id, assignee_id, author_id, organization_id)':
    [
      ['1', 1, 'The logo is blurred', 'On wide screens.', 2, at, at, '1', '1', '2', '1', '1'],
      ['2', 2, 'Prices are wrong', 'The tax is missing.', 5, at, at, '1', null, null, '2', '1'],
      ['3', 1, 'Salaries of January', 'A secret bonus.', 4, at, at, '2', '2', '1', '1', '1'],
      ['7', 1, 'The engine is too hot', 'A secret alloy.', 3, at, at, '7', '7', '7', '7', '7'],
    ],
  'label (id, name, color, project_id, organization_id)': [
    ['1', 'bug', '#ff0000', '1', '1'],
    ['2', 'money', '#00ff00', '2', '1'],
    ['7', 'bug', '#0000ff', '7', '7'],
  ],
  'issue_label (issue_id, label_id)': [
    ['1', '1'],
    ['3', '2'],
    ['7', '7'],
  ],
  'comment (id, body, created_at, updated_at, issue_id, author_id, organization_id)': [
    ['1', 'I can see it, too.', at, at, '1', '2', '1'],
    ['2', 'Who gets the bonus?', at, at, '3', '2', '1'],
    ['7', 'Use more coolant.', at, at, '7', '2', '7'],
  ],
};

/** Inserts the rows of the demo. The token of a user is the first name in lower case. */
export async function insertDemo(db: Kysely<never>): Promise<void> {
  for (const [into, values] of Object.entries(rows)) {
    const tuples = values.map(
      (row) => sql`(${sql.join(row.map((it) => (typeof it === 'boolean' ? sql.raw(String(it)) : it)))})`,
    );
    await sql`insert into ${sql.raw(into)} values ${sql.join(tuples)}`.execute(db);
  }
}
