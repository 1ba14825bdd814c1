<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.8" name="tiny" tilewidth="112" tileheight="128" tilecount="3" columns="3">
<tile id="0">
<properties>
<property name="code" value="clear"/>
</properties>
</tile>
<tile id="1">
<properties>
<property name="code" value="forest"/>
</properties>
</tile>
<tile id="2">
<properties>
<property name="code" value="sea"/>
</properties>
</tile>
</tileset>
