-- The tables and columns of Chinook, a shop for music, for SQLite.
create table Artist (ArtistId integer not null primary key, Name nvarchar(120));
create table Album (
  AlbumId integer not null primary key, Title nvarchar(160) not null,
  ArtistId integer not null references Artist (ArtistId)
);
create table Genre (GenreId integer not null primary key, Name nvarchar(120));
create table MediaType (MediaTypeId integer not null primary key, Name nvarchar(120));
create table Track (
  TrackId integer not null primary key, Name nvarchar(200) not null, AlbumId integer references Album (AlbumId),
  MediaTypeId integer not null references MediaType (MediaTypeId), GenreId integer references Genre (GenreId),
  Composer nvarchar(220), Milliseconds integer not null, Bytes integer, UnitPrice numeric(10,2) not null
);
create table Employee (
  EmployeeId integer not null primary key, LastName nvarchar(20) not null, FirstName nvarchar(20) not null, Title nvarchar(30),
  ReportsTo integer references Employee (EmployeeId), BirthDate datetime, HireDate datetime, Address nvarchar(70),
  City nvarchar(40), State nvarchar(40), Country nvarchar(40), PostalCode nvarchar(10), Phone nvarchar(24), Fax nvarchar(24),
  Email nvarchar(60)
);
create table Customer (
  CustomerId integer not null primary key, FirstName nvarchar(40) not null, LastName nvarchar(20) not null, Company nvarchar(80),
  Address nvarchar(70), City nvarchar(40), State nvarchar(40), Country nvarchar(40), PostalCode nvarchar(10), Phone nvarchar(24),
  Fax nvarchar(24), Email nvarchar(60) not null, SupportRepId integer references Employee (EmployeeId)
);
create table Invoice (
  InvoiceId integer not null primary key, CustomerId integer not null references Customer (CustomerId),
  InvoiceDate datetime not null, BillingAddress nvarchar(70), BillingCity nvarchar(40), BillingState nvarchar(40),
  BillingCountry nvarchar(40), BillingPostalCode nvarchar(10), Total numeric(10,2) not null
);
create table InvoiceLine (
  InvoiceLineId integer not null primary key, InvoiceId integer not null references Invoice (InvoiceId),
  TrackId integer not null references Track (TrackId), UnitPrice numeric(10,2) not null, Quantity integer not null
);
create table Playlist (PlaylistId integer not null primary key, Name nvarchar(120));
create table PlaylistTrack (
  PlaylistId integer not null references Playlist (PlaylistId), TrackId integer not null references Track (TrackId),
  constraint PK_PlaylistTrack primary key (PlaylistId, TrackId)
);
create index IFK_AlbumArtistId on Album (ArtistId);
create index IFK_TrackAlbumId on Track (AlbumId);
create index IFK_PlaylistTrackTrackId on PlaylistTrack (TrackId);

insert into Artist values (1, 'AC/DC'), (2, 'Accept');
insert into Album values (1, 'For Those About To Rock', 1), (2, 'Balls to the Wall', 2);
insert into Genre values (1, 'Rock');
insert into MediaType values (1, 'MPEG audio file');
insert into Track values (1, 'For Those About To Rock', 1, 1, 1, null, 343719, 11170334, 0.99), (2, 'Balls to the Wall', 2, 1, null, null, 342562, null, 1);
insert into Employee (EmployeeId, LastName, FirstName, ReportsTo, BirthDate) values (1, 'Adams', 'Andrew', null, '1962-02-18 00:00:00'), (2, 'Edwards', 'Nancy', 1, null);
insert into Customer (CustomerId, FirstName, LastName, Email, SupportRepId) values (1, 'Luis', 'Goncalves', 'luis@example.com', 2);
insert into Invoice (InvoiceId, CustomerId, InvoiceDate, Total) values (1, 1, '2009-01-01 00:00:00', 1.98);
insert into InvoiceLine values (1, 1, 1, 0.99, 1), (2, 1, 2, 0.99, 1);
insert into Playlist values (1, 'Music');
insert into PlaylistTrack values (1, 1), (1, 2);
