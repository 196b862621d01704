import { oracleOf } from './access-oracle.ts';
import { ids, type Link, type Random, type Row, type Rows, rowOf, some, type World } from './access-world.ts';

/**
 * Returns other data with the same view for the user: resources that the user cannot read are added, deleted, and
 * changed, and so are fields that the user cannot read, and links to hidden resources.
 */
export function twinOf(random: Random, world: World, rows: Rows): Rows {
  let twin = rows;
  const oracle = oracleOf(world, rows);
  const viewOf = ({ visible, decisions }: typeof oracle): string =>
    world.types.map(({ name }) => `${visible(name).join()} ${decisions(name)}`).join(';');
  const before = viewOf(oracle);
  const isHidden = ({ type, id }: Link): boolean => !oracle.isOpen(type) && !oracle.sees(type, id);
  const keep = (candidate: Rows): void => {
    // A change of visible data does not count.
    if (viewOf(oracleOf(world, candidate)) === before) twin = candidate;
  };
  const withRows = (type: string, change: (list: readonly Row[]) => readonly Row[]): Rows =>
    new Map([...twin].map(([name, list]) => [name, name === type ? change(list) : list]));
  for (const plan of world.types) {
    const type = plan.name;
    for (const id of ids) {
      const other = rowOf(random, plan, id);
      if (!oracle.isOpen(type) && !oracle.sees(type, id)) {
        const gone = random() < 0.5;
        const place = Math.floor(random() * 6);
        keep(
          withRows(type, (list) => {
            const rest = list.filter((row) => row.id !== id);
            return gone ? rest : [...rest.slice(0, place), other, ...rest.slice(place)];
          }),
        );
        continue;
      }
      const changed = (row: Row): Row => ({
        id,
        attributes: Object.fromEntries(
          Object.entries(row.attributes).map(([name, value]) => [
            name,
            oracle.readsOf(type, id, name) ? value : other.attributes[name],
          ]),
        ),
        links: Object.fromEntries(
          Object.entries(row.links).map(([name, links]): [string, readonly Link[]] => {
            const others = other.links[name] ?? [];
            if (!oracle.reads(type, name)) return [name, others];
            const hidden = some(random, others.filter(isHidden), 0.7);
            if (plan.relationships[name]?.kind !== 'to-one')
              return [name, [...hidden, ...links.filter((it) => !isHidden(it))]];
            return [name, links.every(isHidden) ? hidden.slice(0, 1) : links];
          }),
        ),
      });
      keep(withRows(type, (list) => list.map((row) => (row.id === id ? changed(row) : row))));
    }
  }
  return twin;
}
