"""The flat table that the tests of this folder write."""

HEADER = "id,title,description,start,end,calendar,lat,lon,place,category,source"
