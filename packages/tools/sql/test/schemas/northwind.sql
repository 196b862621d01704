-- The tables and columns of Northwind, a trader, for SQLite.
create table Categories (CategoryID integer primary key autoincrement, CategoryName text, Description text, Picture blob);
create table CustomerDemographics (CustomerTypeID text not null, CustomerDesc text, primary key (CustomerTypeID));
create table Customers (
  CustomerID text, CompanyName text, ContactName text, ContactTitle text, Address text, City text, Region text,
  PostalCode text, Country text, Phone text, Fax text, primary key (CustomerID)
);
create table CustomerCustomerDemo (
  CustomerID text not null references Customers (CustomerID),
  CustomerTypeID text not null references CustomerDemographics (CustomerTypeID), primary key (CustomerID, CustomerTypeID)
);
create table Employees (
  EmployeeID integer primary key autoincrement, LastName text, FirstName text, Title text, TitleOfCourtesy text, BirthDate date,
  HireDate date, Address text, City text, Region text, PostalCode text, Country text, HomePhone text, Extension text, Photo blob,
  Notes text, ReportsTo integer references Employees (EmployeeID), PhotoPath text
);
create table Regions (RegionID integer not null primary key, RegionDescription text not null);
create table Territories (
  TerritoryID text not null, TerritoryDescription text not null, RegionID integer not null references Regions (RegionID),
  primary key (TerritoryID)
);
create table EmployeeTerritories (
  EmployeeID integer not null references Employees (EmployeeID), TerritoryID text not null references Territories (TerritoryID),
  primary key (EmployeeID, TerritoryID)
);
create table Shippers (ShipperID integer primary key autoincrement not null, CompanyName text not null, Phone text);
create table Suppliers (
  SupplierID integer primary key autoincrement not null, CompanyName text not null, ContactName text, ContactTitle text,
  Address text, City text, Region text, PostalCode text, Country text, Phone text, Fax text, HomePage text
);
create table Products (
  ProductID integer not null primary key autoincrement, ProductName text not null, SupplierID integer references Suppliers (SupplierID),
  CategoryID integer references Categories (CategoryID), QuantityPerUnit text, UnitPrice numeric default 0,
  UnitsInStock integer default 0, UnitsOnOrder integer default 0, ReorderLevel integer default 0,
  Discontinued text not null default '0', check (UnitPrice >= 0)
);
create table Orders (
  OrderID integer not null primary key autoincrement, CustomerID text references Customers (CustomerID),
  EmployeeID integer references Employees (EmployeeID), OrderDate datetime, RequiredDate datetime, ShippedDate datetime,
  ShipVia integer references Shippers (ShipperID), Freight numeric default 0, ShipName text, ShipAddress text, ShipCity text,
  ShipRegion text, ShipPostalCode text, ShipCountry text
);
create table "Order Details" (
  OrderID integer not null references Orders (OrderID), ProductID integer not null references Products (ProductID),
  UnitPrice numeric not null default 0, Quantity integer not null default 1, Discount real not null default 0,
  primary key (OrderID, ProductID)
);
create view "Alphabetical list of products" as select Products.*, Categories.CategoryName from Products join Categories using (CategoryID);

insert into Categories values (1, 'Beverages', 'Soft drinks', x'0102');
insert into CustomerDemographics values ('VIP', null);
insert into Customers (CustomerID, CompanyName) values ('ALFKI', 'Alfreds Futterkiste'), ('Val2 ', 'IT');
insert into CustomerCustomerDemo values ('ALFKI', 'VIP');
insert into Employees (EmployeeID, LastName, FirstName, ReportsTo, BirthDate) values (1, 'Davolio', 'Nancy', null, '1968-12-08'), (2, 'Fuller', 'Andrew', 1, null);
insert into Regions values (1, 'Eastern');
insert into Territories values ('01581', 'Westboro', 1);
insert into EmployeeTerritories values (1, '01581');
insert into Shippers values (1, 'Speedy Express', null);
insert into Suppliers (SupplierID, CompanyName) values (1, 'Exotic Liquids');
insert into Products (ProductID, ProductName, SupplierID, CategoryID, UnitPrice) values (1, 'Chai', 1, 1, 18), (2, 'Chang', 1, 1, 19.5);
insert into Orders (OrderID, CustomerID, EmployeeID, OrderDate, ShipVia, Freight) values (10248, 'ALFKI', 1, '2016-07-04', 1, 32.38);
insert into "Order Details" values (10248, 1, 14, 12, 0), (10248, 2, 9.8, 10, 0.15);
