/** One part of a topic in a process of its own: `measure.ts <topic> <part> <run options as JSON>`. */
import { topics } from './topics.ts';

const [topic = '', part = '', options = '{}'] = process.argv.slice(2);
const parts = await topics[topic]?.parts();
const table = await parts?.find(({ name }) => name === part)?.run(JSON.parse(options));
if (table === undefined) throw new Error(`There is nothing called ${topic} ${part}.`);
process.send?.(table);
