import { toErrorHandler, toNodeHandler } from '@linkage/node';
import cors from 'cors';
import express from 'express';
import { currentUser, cors as options, server, userOf } from './articles.ts';

export const app = express().disable('x-powered-by');
app.use(cors(options));
app.use((request, _response, next) => {
  currentUser.run(userOf(request.headers.authorization), next);
});
app.use(toNodeHandler(server, { prefix: '/api' }));
app.use(express.json()); // body parsers of your other routes
app.post('/own', (request, response) => void response.json(request.body));
app.use(toErrorHandler(server, { prefix: '/api' })); // app.listen(3000)
