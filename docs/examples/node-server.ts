import { createServer } from 'node:http';
import { toListener } from './node-http.ts';
import { server } from './writing-source.ts';

// Plain Node: the API begins at the root.
export const host = createServer(toListener(server)).listen(3000);

// Express: app.use('/api', toListener(server)), with `baseUrl: '/api'` in the options of `createServer`.
