/** Tables of Chinook as a schema of Drizzle. */
import { type AnySQLiteColumn, index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const artists = sqliteTable('Artist', { id: integer('ArtistId').primaryKey(), label: text('Name') });
export const albums = sqliteTable(
  'Album',
  {
    id: integer('AlbumId').primaryKey(),
    title: text('Title').notNull(),
    artistId: integer('ArtistId')
      .notNull()
      .references(() => artists.id),
  },
  (row) => [index('IFK_AlbumArtistId').on(row.artistId)],
);
export const genres = sqliteTable('Genre', { id: integer('GenreId').primaryKey(), name: text('Name') });
export const mediaTypes = sqliteTable('MediaType', { id: integer('MediaTypeId').primaryKey(), name: text('Name') });
export const tracks = sqliteTable(
  'Track',
  {
    id: integer('TrackId').primaryKey(),
    name: text('Name').notNull(),
    albumId: integer('AlbumId').references(() => albums.id),
    mediaTypeId: integer('MediaTypeId')
      .notNull()
      .references(() => mediaTypes.id),
    genreId: integer('GenreId').references(() => genres.id),
    composer: text('Composer'),
    milliseconds: integer('Milliseconds').notNull(),
    bytes: integer('Bytes'),
    unitPrice: real('UnitPrice').notNull(),
  },
  (row) => [index('IFK_TrackAlbumId').on(row.albumId)],
);
export const employees = sqliteTable('Employee', {
  id: integer('EmployeeId').primaryKey(),
  lastName: text('LastName').notNull(),
  firstName: text('FirstName').notNull(),
  title: text('Title'),
  reportsTo: integer('ReportsTo').references((): AnySQLiteColumn => employees.id),
});
export const playlists = sqliteTable('Playlist', { id: integer('PlaylistId').primaryKey(), name: text('Name') });
export const playlistTracks = sqliteTable(
  'PlaylistTrack',
  {
    playlistId: integer('PlaylistId')
      .notNull()
      .references(() => playlists.id),
    trackId: integer('TrackId')
      .notNull()
      .references(() => tracks.id),
  },
  (row) => [primaryKey({ columns: [row.playlistId, row.trackId] }), index('IFK_PlaylistTrackTrackId').on(row.trackId)],
);
