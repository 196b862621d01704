import { articleLines, createApiClient } from './client.ts';

const client = createApiClient({ baseUrl: process.env['API_URL'] ?? 'http://localhost:3000/api' });
for (const line of await articleLines(client)) console.log(line);
