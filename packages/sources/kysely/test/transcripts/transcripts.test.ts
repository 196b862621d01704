/** The calls that requests make to sources over SQLite, and how many statements these calls send. */
import { expect, test } from 'vitest';
import { api } from '../../../../server/test/transcripts/blog-world.ts';
import { repeatedReads } from '../../../../server/test/transcripts/repeated-reads.ts';
import { requests } from '../../../../server/test/transcripts/requests.ts';
import { rewritten, transcriptOf } from '../../../../server/test/transcripts/transcript.ts';
import { openSqlite } from './blog-sources.ts';

test('kysely', async () => {
  const transcript = await transcriptOf(api, requests, openSqlite);
  await expect(transcript, rewritten('packages/sources/kysely/test/transcripts')).toMatchFileSnapshot('./sqlite.txt');
  // Asks equal reads: no request reads again what it knows.
  const repeated = transcript.split('\n\n').map((block) => [block.split('\n')[0], ...repeatedReads(block.split('\n'))]);
  expect(repeated.filter(({ length }) => length > 1)).toEqual([]);
}, 60_000);
