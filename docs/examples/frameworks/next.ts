/** Next.js: the file app/api/[...path]/route.ts. */
import { respond } from './web.ts';

export {
  respond as DELETE,
  respond as GET,
  respond as HEAD,
  respond as OPTIONS,
  respond as PATCH,
  respond as POST,
  respond as PUT,
};
