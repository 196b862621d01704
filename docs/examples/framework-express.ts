import { toErrorHandler, toNodeHandler } from '@linkage/node';
import express from 'express';
import { server } from './source.ts';

export const app = express();
app.use((_request, response, next) => {
  response.setHeader('Vary', 'Origin'); // your middleware: CORS, authentication
  next();
});
app.use(toNodeHandler(server, { prefix: '/api' }));
app.use(express.json()); // body parsers of your other routes
app.use(toErrorHandler(server, { prefix: '/api' })); // app.listen(3000)
