import { defineApi } from '@linkage/core';
import { createKyselySources, readDatabaseSchema } from '@linkage/kysely';
import { createServer, defineContext, unauthorized } from '@linkage/server';
import type { Kysely } from 'kysely';
import { z } from 'zod';

export const table = `
  create table note (
    id varchar(36) primary key,
    text varchar(200) not null,
    owner varchar(36) not null
  )`;

const api = defineApi({ notes: { attributes: { text: z.string().min(1).max(200) } } });

const context = defineContext(({ headers }) => {
  const user = headers['x-user'];
  if (typeof user !== 'string') throw unauthorized('User');
  return { user, isAdmin: user === 'root' };
});

/** Users read and change their own notes. Only administrators delete. */
export async function createNotes(db: Kysely<never>) {
  const sources = createKyselySources(
    api,
    db,
    { notes: { table: 'note', where: { owner: (call) => call.context.user } } },
    { context, databaseSchema: await readDatabaseSchema(db) },
  );
  const isUser = () => true;
  return createServer(api, sources, {
    context,
    access: { notes: { read: isUser, create: isUser, update: isUser, delete: ({ isAdmin }) => isAdmin } },
  });
}
