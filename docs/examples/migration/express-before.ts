import express, { type Express } from 'express';
import { countArticles, findArticles, insertArticle, listArticles } from './article-store.ts';

// #region routes
export const app: Express = express();

app.get('/articles', (request, response) => {
  const page = Number(request.query['page'] ?? 1);
  response.json({ success: true, items: listArticles((page - 1) * 25, 25), total: countArticles() });
});

app.get('/articles/:id', (request, response) => {
  const [article] = findArticles([Number(request.params.id)]);
  if (article === undefined) response.status(404).json({ success: false, error: 'Not found' });
  else response.json({ success: true, item: article });
});

app.post('/articles', express.json(), (request, response) => {
  const { title, authorId } = request.body;
  if (typeof title !== 'string') response.status(400).json({ success: false, error: 'title is required' });
  else response.status(201).json({ success: true, item: insertArticle(title, authorId) });
});
// #endregion
