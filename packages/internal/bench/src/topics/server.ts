import { inTurns, ratioOfRounds } from '../measuring/statistics.ts';
import { formatNumber, type Part, type RunOptions, ratioCells, type Table } from '../measuring/table.ts';
import { startTask } from '../measuring/task.ts';
import { exchanges } from '../server/articles-server.ts';
import { responsesOf, warmUp } from '../server/load.ts';

/** A whole server on a socket, beside handlers on the same framework that have the response already. */
export const serverParts: readonly Part[] = Object.keys(exchanges).map((name) => ({
  name: name.split(' ', 1)[0] as string,
  run: (options) => measureServer(name, options),
}));

async function measureServer(name: string, { isQuick, withPeers }: RunOptions): Promise<Table> {
  const { request, wanted } = exchanges[name] as (typeof exchanges)[string];
  const [rounds, milliseconds] = isQuick ? [3, 200] : [11, 700];
  const task = startTask('server/serve-task.ts', [name, `node:http,Fastify${withPeers ? ',ts-japi' : ''}`]);
  const ports = new Map(Object.entries(await task.reply<Readonly<Record<string, number>>>()));
  const names = [...ports.keys()];
  const portOf = (it: string): number => ports.get(it) as number;
  for (const it of names) await warmUp(portOf(it), request, milliseconds);
  const slices = await inTurns(names, [0, rounds], async (it) => {
    const before = await task.reply<number>('time');
    const { rate, count } = await responsesOf(portOf(it), request, milliseconds);
    return { rate, byProcessor: count / ((await task.reply<number>('time')) - before) };
  });
  task.end();
  const figuresOf = (it: string, figure: 'rate' | 'byProcessor'): readonly number[] =>
    (slices[names.indexOf(it)] ?? []).map((slice) => slice[figure]);
  const rows = names.map((it) => {
    const [framework = ''] = it.split(',', 1);
    const [rates, ofText] = [figuresOf(it, 'rate'), figuresOf(`${framework}, finished text`, 'rate')];
    const document = `${framework}, finished document`;
    const byProcessor = ratioOfRounds(figuresOf(it, 'byProcessor'), figuresOf(document, 'byProcessor')).ratio;
    const cells = [
      ...ratioCells(ratioOfRounds(rates, figuresOf(document, 'rate'))),
      ...[byProcessor, ratioOfRounds(rates, ofText).ratio].map(formatNumber),
      Math.round(Math.max(...rates)).toLocaleString('en'),
    ];
    return { name: it, cells };
  });
  return {
    title: `${name[0]?.toUpperCase()}${name.slice(1)}`,
    columns: [
      ...['of finished document', 'half of the rounds', 'by CPU time', 'of finished text'],
      'requests per second, best',
    ],
    rows,
    remarks: [`More is better here; wanted: at least ${wanted.toFixed(2)} of the finished document.`],
  };
}
