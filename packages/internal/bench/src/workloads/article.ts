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

/** A create request with ten attributes. */
export const createRequest: string = JSON.stringify({
  data: {
    type: 'articles',
    attributes: {
      title: 'JSON:API paints my bikeshed!',
      slug: 'json-api-paints-my-bikeshed',
      body: 'The shortest article. Ever. It says what it has to say in two or three sentences, and then it ends.',
      summary: 'About sheds, and about their colours.',
      wordCount: 1234,
      rating: 4.5,
      published: true,
      publishedAt: '2015-05-22T14:56:29Z',
      subtitle: null,
      language: 'en',
    },
  },
});
