import { defineApi, toOne } from '@linkage/core';
import { z } from 'zod';

export const api = defineApi({
  articles: {
    attributes: { title: z.string().min(1), published: z.boolean().default(false), notes: z.string().default('') },
    relationships: { author: toOne('people') },
  },
  people: { attributes: { name: z.string(), email: z.email() } },
});

// The rules of each user. What has no rule is denied. In your server, rules are functions of the user.
export const accessByUser = {
  guest: {
    articles: { read: [{ field: 'published', values: [true] }], fields: ['title', 'author'] },
    people: { read: true, fields: ['name'] },
  },
  editor: {
    articles: { read: true, create: true, update: true, delete: true, updateRelationship: true },
    people: { read: true },
  },
};
