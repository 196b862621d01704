import { z } from 'zod';

/** The attributes of the articles that are measured. */
export const articleAttributes = {
  title: z.string(),
  slug: z.string(),
  body: z.string(),
  summary: z.string(),
  wordCount: z.number(),
  rating: z.number(),
  published: z.boolean(),
  publishedAt: z.iso.datetime(),
  subtitle: z.string().nullable(),
  language: z.string(),
};
