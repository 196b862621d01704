import { createMemoryIdempotencyStore, createMemorySources } from '@linkage/server';
import { type Opened, type Store, serve } from './serve-world.ts';
import { api } from './world-api.ts';
import type { Row } from './world-data.ts';

/** Opens a world in memory. Its `open` of articles does not change. */
export function openMemory(): Store {
  let opened: Opened | undefined;
  let counted = 0;
  return {
    async reset(data, rules) {
      counted += opened?.state.calls ?? 0;
      const open = (team: Row[string] | undefined): unknown =>
        data.teams.find(({ id }) => id === team)?.['open'] ?? null;
      const text = (row: Row, names: readonly string[]): object => ({
        ...row,
        id: String(row.id),
        ...Object.fromEntries(names.map((name) => [name, row[name] === null ? null : String(row[name])])),
      });
      const accountOf = ({ id, name, team, hidden }: Row): object => ({ id: String(id), name, team, hidden });
      const tagsOf = (id: number): readonly object[] =>
        data.tagged.flatMap(([article, tag, rank]) =>
          article === id ? [{ type: 'tags', id: String(tag), meta: { rank } }] : [],
        );
      const records = {
        teams: data.teams.map((row) => text(row, [])),
        people: data.people.map((row) => text(row, ['boss'])),
        accounts: data.people.map(accountOf),
        articles: data.articles.map((row) => ({
          ...text(row, ['team', 'author']),
          open: open(row['team']),
          tags: tagsOf(row.id),
        })),
        comments: data.comments.map((row) => text(row, ['article'])),
        tags: data.tags.map((row) => text(row, [])),
      };
      opened = serve(createMemorySources(api, records as never) as never, createMemoryIdempotencyStore());
      opened.state.rules = rules;
    },
    handle: (request) => (opened as Opened).server.handle(request),
    count: () => counted + (opened?.state.calls ?? 0),
    events: async () => [],
    close: async () => undefined,
  };
}
