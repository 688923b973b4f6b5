import { z } from 'zod';

/** Twelve of the longest origins stay below the bounds of proxies for headers. */
const mostOrigins = 12;

/** Such a text cannot end a directive or start another source. */
const pattern = /^(https:\/\/[a-z0-9.-]{1,100}|http:\/\/(localhost|127\.0\.0\.1))(:\d{1,5})?$/;

const origin = z
  .string()
  .refine(
    (text) => pattern.test(text) && URL.parse(text)?.origin === text,
    'must be whole origins such as https://api.example.com, without a path or a wildcard (http:// for localhost alone)',
  );

/** Other origins that pages call, frame or show. */
export const originsSchema = z
  .array(origin)
  .max(mostOrigins, `must be no more than ${mostOrigins} origins`);
