import { createShop } from './server.ts';

const app = await createShop(async ({ to, text }) => console.log(`Mail to ${to}: ${text}`));
await app.listen({ port: 3000 }); // http://localhost:3000/api/products
